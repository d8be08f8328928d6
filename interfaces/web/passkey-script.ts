/**
 * The only script of the pages: data only. It does what no form can, asks the browser for a passkey and puts
 * the answer into a hidden field; without it everything else works.
 */
export const passkeyScript = `'use strict';

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\\+/g, '-')
    .replace(/\\//g, '_')
    .replace(/=+$/, '');

async function optionsFor(form) {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value });
  const response = await fetch(form.dataset.options, { method: 'POST', body });
  if (!response.ok) throw new Error('no options');
  const options = await response.json();
  const named = (list) => (list || []).map((entry) => ({ ...entry, id: bytesOf(entry.id) }));
  options.challenge = bytesOf(options.challenge);
  if (options.user) options.user.id = bytesOf(options.user.id);
  if (options.excludeCredentials) options.excludeCredentials = named(options.excludeCredentials);
  if (options.allowCredentials) options.allowCredentials = named(options.allowCredentials);
  return options;
}

function answerOf(credential) {
  const { response } = credential;
  const parts = {};
  for (const part of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    if (response[part]) parts[part] = textOf(response[part]);
  }
  const { id, type } = credential;
  return { id, rawId: textOf(credential.rawId), type, response: parts, clientExtensionResults: {} };
}

function prepare(form) {
  const failed = form.querySelector('[data-failed]');
  const button = form.querySelector('button');
  form.addEventListener('submit', async (event) => {
    if (form.elements.answer.value !== '') return;
    event.preventDefault();
    failed.hidden = true;
    button.disabled = true;
    try {
      const publicKey = await optionsFor(form);
      const credential =
        form.dataset.passkey === 'new'
          ? await navigator.credentials.create({ publicKey })
          : await navigator.credentials.get({ publicKey });
      form.elements.answer.value = JSON.stringify(answerOf(credential));
      form.submit();
    } catch {
      failed.hidden = false;
      button.disabled = false;
    }
  });
  form.hidden = false;
}

const supported = 'PublicKeyCredential' in window;
for (const form of document.querySelectorAll('form[data-passkey]')) if (supported) prepare(form);
for (const hint of document.querySelectorAll('[data-without-passkeys]')) hint.hidden = supported;
// Back from another page, the browser may bring an answer that was sent already.
window.addEventListener('pageshow', () => {
  for (const field of document.querySelectorAll('form[data-passkey] [name=answer]')) field.value = '';
});
`;
