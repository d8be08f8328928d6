import { childElements, childNamed, type XmlElement } from './xml-tree.ts';

/** What decides whether a run can be seen. Undefined: not said here. */
export interface RunLook {
  readonly vanish?: boolean | undefined;
  readonly color?: string | undefined;
  readonly halfPoints?: number | undefined;
  readonly shaded?: boolean | undefined;
}

export interface Styles {
  /** What every run looks like unless something says otherwise. */
  readonly defaults: RunLook;
  /** The look that a style gives to its runs, with everything it inherits from other styles. */
  look(styleId: string | undefined): RunLook;
}

const deepestInheritance = 20;

export function readStyles(root: XmlElement | null): Styles {
  const styles = new Map<string, XmlElement>();
  for (const style of root === null ? [] : childElements(root)) {
    const id = style.attributes.get('styleId');
    if (style.name === 'style' && id !== undefined) styles.set(id, style);
  }
  const known = new Map<string, RunLook>();
  return {
    defaults: defaultLook(root),
    look(styleId) {
      if (styleId === undefined) return {};
      const found = known.get(styleId);
      if (found !== undefined) return found;
      const look = inherited(styles, styleId).reduce(overlay, {});
      known.set(styleId, look);
      return look;
    },
  };
}

/** The later look wins wherever it says something. */
export function overlay(base: RunLook, upper: RunLook): RunLook {
  return {
    vanish: upper.vanish ?? base.vanish,
    color: upper.color ?? base.color,
    halfPoints: upper.halfPoints ?? base.halfPoints,
    shaded: upper.shaded ?? base.shaded,
  };
}

/** The look that the properties of a run (`w:rPr`) ask for directly. */
export function directLook(properties: XmlElement | undefined): RunLook {
  if (properties === undefined) return {};
  let look: RunLook = {};
  for (const property of childElements(properties)) look = overlay(look, lookOf(property));
  return look;
}

/** True when a `w:shd` or `w:highlight` paints something other than white behind the text. */
export function isShaded(properties: XmlElement | undefined): boolean | undefined {
  return fillShades(childNamed(properties, 'shd'));
}

/** Hexadecimal colours so light that nobody reads them on white paper. */
export function isWhite(color: string | undefined): boolean {
  return color !== undefined && /^(f[a-f89]){3}$/i.test(color);
}

function lookOf(property: XmlElement): RunLook {
  const value = property.attributes.get('val');
  switch (property.name) {
    case 'vanish':
      return { vanish: value === undefined || !['0', 'false', 'off'].includes(value) };
    case 'color':
      return value === undefined ? {} : { color: value };
    case 'sz':
      return value === undefined ? {} : { halfPoints: Number(value) };
    case 'highlight':
      return { shaded: value !== 'none' && value !== 'white' };
    case 'shd':
      return { shaded: fillShades(property) };
    default:
      return {};
  }
}

function fillShades(shading: XmlElement | undefined): boolean | undefined {
  const fill = shading?.attributes.get('fill')?.toLowerCase();
  return fill === undefined ? undefined : fill !== 'auto' && !isWhite(fill);
}

function defaultLook(root: XmlElement | null): RunLook {
  const defaults = root === null ? undefined : childNamed(root, 'docDefaults');
  return directLook(childNamed(childNamed(defaults, 'rPrDefault'), 'rPr'));
}

/** From the most general ancestor down to the style itself. */
function inherited(styles: ReadonlyMap<string, XmlElement>, styleId: string): RunLook[] {
  const looks: RunLook[] = [];
  let style = styles.get(styleId);
  while (style !== undefined && looks.length < deepestInheritance) {
    looks.unshift(directLook(childNamed(style, 'rPr')));
    const parent = childNamed(style, 'basedOn')?.attributes.get('val');
    style = parent === undefined ? undefined : styles.get(parent);
  }
  return looks;
}
