import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Context } from 'mocha';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { needs } from './needs.ts';

/** Where Debian and others put it; a desktop may name its own. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
const executablePath =
  process.env.ASSAY_TEST_CHROMIUM ?? places.find((path) => existsSync(path)) ?? '/usr/bin/chromium';

export function needsChromium(context: Context): void {
  const what = `Chromium at ${executablePath} (ASSAY_TEST_CHROMIUM says where else)`;
  needs(context, what, existsSync(executablePath));
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** For machines that do other things at the same time. */
export const patienceMs = 120_000;

/** The screens that pages are looked at on. */
export const screens: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, colorScheme: 'light' },
  'phone-dark': {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    colorScheme: 'dark',
  },
  desktop: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  'desktop-dark': { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
};

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe-core holds against a page; run beside the page's policy, which lets no foreign script in. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axe);
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return found.map(({ id, impact, nodes }) => `${impact}: ${id}: ${nodes[0]?.html}`);
}

let axe: Promise<string> | undefined;
