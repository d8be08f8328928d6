import type { Severity } from '../../checks/report.ts';

/** What a reader is told about a finding, whatever the text. */
export interface CatalogueEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
  /** The honest ways in which this comes about. */
  readonly benign: string;
}

export const findingCatalogue = {
  'stego.tag_characters': {
    severity: 'critical',
    title: 'Hidden message in tag characters',
    description:
      'Invisible Unicode tag characters spell out text that a reader cannot see. The decoded text is part of the evidence.',
    benign:
      'Tag characters belong only in the flags of England, Scotland and Wales and other regions, which are left alone.',
  },
  'stego.variation_selectors': {
    severity: 'critical',
    title: 'Hidden bytes in variation selectors',
    description:
      'Invisible variation selectors stand where they choose no glyph and carry bytes. The decoded bytes are part of the evidence.',
    benign:
      'Signed provenance manifests (C2PA) use the same characters and are recognised separately.',
  },
  'stego.zero_width_payload': {
    severity: 'critical',
    title: 'Hidden message in zero-width characters',
    description:
      'A run of zero-width characters of different kinds reads as a binary code. The decoded text is part of the evidence.',
    benign: 'No ordinary software writes such runs; some document tracking tools do.',
  },
  'invisible.zero_width': {
    severity: 'low',
    title: 'Zero-width characters',
    description:
      'Zero-width characters were removed that the script around them does not need. Inside words they break up what a detector or a search sees.',
    benign:
      'Web editors and content systems leave single ones at line ends, in empty lines and in long links.',
  },
  'invisible.format': {
    severity: 'medium',
    title: 'Invisible format characters',
    description: 'Format characters without a visible effect were removed.',
    benign: 'Some of them come from old word processors or from converted music and shorthand.',
  },
  'invisible.math_operator': {
    severity: 'medium',
    title: 'Invisible mathematical operators',
    description: 'Invisible times, plus, separator or function application signs were removed.',
    benign: 'They are copied along from typeset formulas.',
  },
  'invisible.filler': {
    severity: 'medium',
    title: 'Blank filler letters',
    description:
      'Letters that look like nothing (Hangul fillers, Khmer inherent vowels) were removed.',
    benign: 'People use them to send an empty name or message in games and chats.',
  },
  'invisible.variation_selector': {
    severity: 'medium',
    title: 'Stray variation selectors',
    description: 'Variation selectors without a character that they could vary were removed.',
    benign: 'They stay behind when software strips emoji from a text.',
  },
  'invisible.soft_hyphen': {
    severity: 'info',
    title: 'Soft hyphens',
    description: 'Invisible hyphenation points were removed.',
    benign: 'Web pages and books contain them to break long words nicely.',
  },
  'invisible.private_use': {
    severity: 'info',
    title: 'Private-use characters',
    description: 'The text holds characters that have a meaning only in one font or program.',
    benign: 'Icon fonts and some company fonts use them.',
  },
  'invisible.flag_sequence': {
    severity: 'info',
    title: 'Flags of regions',
    description:
      'Flags are spelled with tag characters for regions that hardly any font can show. They were left in the text.',
    benign: 'Some keyboards offer flags of states and provinces.',
  },
  'bidi.override': {
    severity: 'high',
    title: 'Direction override',
    description:
      'An override makes the text show in another order than it is stored. It was removed.',
    benign: 'Old software for right-to-left languages sometimes wrote overrides.',
  },
  'bidi.control': {
    severity: 'medium',
    title: 'Direction controls',
    description:
      'Embedding or isolate controls were removed because they were unbalanced or the paragraph has no right-to-left text.',
    benign: 'Messengers and translated programs put isolates around names.',
  },
  'bidi.mark': {
    severity: 'info',
    title: 'Direction marks',
    description: 'Left-to-right or right-to-left marks were removed from left-to-right text.',
    benign: 'Spreadsheets, dates and address dialogs add them when copied.',
  },
  'space.nbsp_dense': {
    severity: 'low',
    title: 'Many no-break spaces',
    description:
      'No-break spaces stand in unusual number in places where typography asks for none.',
    benign: 'Web editors write a no-break space for every second of two spaces.',
  },
  'space.exotic': {
    severity: 'low',
    title: 'Unusual spaces',
    description: 'Spaces of unusual width were turned into ordinary spaces.',
    benign: 'Typesetting and PDF export use thin, figure and em spaces.',
  },
  'space.nnbsp_unexpected': {
    severity: 'medium',
    title: 'Narrow no-break spaces',
    description:
      'Narrow no-break spaces stand where no typographic rule asks for one. Some chat models write them; they are a signal, not a watermark.',
    benign: 'Careful typesetters and some keyboards write them as well.',
  },
  'space.nnbsp_locale': {
    severity: 'info',
    title: 'Narrow no-break spaces of ordinary typography',
    description: 'Narrow no-break spaces stand at punctuation, figures, units or abbreviations.',
    benign: 'French and German typography ask for them.',
  },
  'homoglyph.mixed_script_word': {
    severity: 'high',
    title: 'Words with look-alike letters',
    description:
      'Words mix letters of two scripts that look the same, such as Latin a and Cyrillic а. They were turned back into one script.',
    benign:
      'A bilingual keyboard or text recognition can mix up single letters of Latin and Cyrillic.',
  },
  'homoglyph.whole_script_word': {
    severity: 'medium',
    title: 'Words in look-alike letters of another script',
    description:
      'Whole words are written with letters of another script that look like Latin. They were turned back.',
    benign: 'A forgotten keyboard layout writes short words this way.',
  },
  'homoglyph.math_alphanumeric': {
    severity: 'medium',
    title: 'Mathematical letters as text',
    description: 'Letters of the mathematical alphabets stand for ordinary letters.',
    benign: 'Formulas use them one by one; social networks use them as bold or italic type.',
  },
  'homoglyph.fullwidth': {
    severity: 'low',
    title: 'Full-width letters',
    description: 'Full-width letters or digits stand outside East Asian text.',
    benign: 'East Asian input methods write them.',
  },
  'homoglyph.enclosed': {
    severity: 'low',
    title: 'Circled or squared letters',
    description: 'Circled or squared letters spell words.',
    benign: 'They are used as decoration in social networks.',
  },
  'homoglyph.small_caps': {
    severity: 'low',
    title: 'Small-capital letters',
    description: 'Phonetic small capitals stand for ordinary letters.',
    benign: 'They are used as decoration in social networks.',
  },
  'homoglyph.compat_letter': {
    severity: 'low',
    title: 'Ligatures and numeral letters',
    description: 'Ligature or Roman numeral characters stand for ordinary letters.',
    benign: 'Text copied from a PDF has ligatures such as ﬁ and ﬂ.',
  },
  'homoglyph.latin_variant': {
    severity: 'low',
    title: 'Unusual Latin letters',
    description: 'Phonetic variants such as ɑ and ɡ stand for ordinary letters.',
    benign: 'They are copied from dictionaries and linguistic texts.',
  },
  'combining.stacked': {
    severity: 'medium',
    title: 'Stacked combining marks',
    description:
      'More marks than any spelling needs are stacked on a letter. The extra ones were removed.',
    benign: 'It is a joke style ("zalgo") in social networks.',
  },
  'combining.overlay': {
    severity: 'medium',
    title: 'Strike-through overlays',
    description: 'Combining strokes lie over letters. They were removed.',
    benign: 'People imitate crossed-out text with them.',
  },
  'combining.orphan': {
    severity: 'low',
    title: 'Combining marks without a letter',
    description: 'Combining marks stand at the start of a line or after a space.',
    benign: 'Texts about accents show them this way; damaged PDF export does as well.',
  },
  'control.c0': {
    severity: 'low',
    title: 'Control characters',
    description: 'Control characters were removed.',
    benign: 'Old programs and damaged exports leave them.',
  },
  'control.c1': {
    severity: 'low',
    title: 'C1 control characters',
    description: 'Control characters from U+0080 to U+009F were removed.',
    benign: 'They appear when Windows-1252 text is read with the wrong encoding.',
  },
  'control.noncharacter': {
    severity: 'low',
    title: 'Noncharacters',
    description: 'Code points that Unicode reserves for programs were removed.',
    benign: 'Damaged files contain them.',
  },
  'artefact.chatgpt_citation': {
    severity: 'critical',
    title: 'Citation marker of a chat assistant',
    description:
      'The text holds a citation marker that only the interface of a chat assistant writes. At least this passage was pasted from one.',
    benign: 'A text about chat assistants may quote such a marker; quoted ones are not counted.',
  },
  'artefact.grok_card': {
    severity: 'critical',
    title: 'Card markup of a chat assistant',
    description: 'The text holds card markup that only the interface of a chat assistant writes.',
    benign: 'A text about chat assistants may quote such markup; quoted ones are not counted.',
  },
  'artefact.chat_sandbox_link': {
    severity: 'critical',
    title: "Link into a chat assistant's sandbox",
    description:
      'The text links to a file that exists only inside a conversation with an assistant.',
    benign: 'A text about chat assistants may quote such a link; quoted ones are not counted.',
  },
  'artefact.reasoning_tag': {
    severity: 'critical',
    title: 'Control tags of a language model',
    description: 'The text holds tags that frame the reasoning or the turns of a language model.',
    benign: 'Technical texts about language models quote such tags; quoted ones are not counted.',
  },
  'artefact.chat_url': {
    severity: 'high',
    title: 'Link that came through a chat assistant',
    description: 'A link carries the tracking parameter of a chat assistant.',
    benign:
      'It shows that a link was found with an assistant, not who wrote the text around the link.',
  },
  'artefact.chat_html_attributes': {
    severity: 'high',
    title: 'Markup copied from a chat assistant',
    description: 'HTML attributes stand in the text that the page of a chat assistant writes.',
    benign: 'Copying one table or heading from a conversation brings them along.',
  },
  'artefact.self_reference': {
    severity: 'high',
    title: 'A language model speaks about itself',
    description: 'The text says in the first person that its writer is a language model.',
    benign: 'Stories and articles quote such sentences; in quotation marks they are only noted.',
  },
  'artefact.chat_preamble': {
    severity: 'medium',
    title: 'Opening or closing words of a chat assistant',
    description: 'The text begins or ends the way chat assistants frame an answer.',
    benign: 'People write such phrases in letters and forum posts too.',
  },
  'artefact.placeholder': {
    severity: 'medium',
    title: 'Unfilled placeholders',
    description: 'Placeholders such as [Your Name] were left in the text.',
    benign: 'Templates and forms written by people have them.',
  },
  'artefact.markdown_leftover': {
    severity: 'low',
    title: 'Left-over Markdown',
    description: 'Markdown signs stand in a text that is not a Markdown file.',
    benign: 'Many people write Markdown by hand.',
  },
  'provenance.c2pa_text': {
    severity: 'info',
    title: 'Provenance manifest in the text',
    description:
      'The text carries a C2PA manifest. It was read but its signature was not verified.',
    benign: 'Publishers sign honest texts this way.',
  },
  'provenance.iptc_source_type': {
    severity: 'info',
    title: 'Declared source type',
    description: 'The text names its IPTC digital source type.',
    benign: 'The declaration is made by whoever prepared the text.',
  },
  'provenance.aigc_label': {
    severity: 'info',
    title: 'AIGC label',
    description: 'The text carries the label that China requires for generated content.',
    benign: 'The declaration is made by whoever prepared the text.',
  },
  'provenance.declared_frontmatter': {
    severity: 'info',
    title: 'Declared origin in the front matter',
    description: 'The front matter of the text says how it was made.',
    benign: 'Templates can set such a key for every page of a site.',
  },
  'provenance.text_label': {
    severity: 'info',
    title: 'Visible label of origin',
    description: 'A line of its own says how the text was made.',
    benign: 'The line may belong to a picture or another part of the page.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type TextFindingId = keyof typeof findingCatalogue;
