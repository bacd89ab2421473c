// Functions that a browser runs in a page: nothing from outside of them is there.

/**
 * Each element that has text of its own, and how far its colour stands out from what is behind it (WCAG 2, 1 to 21): the
 * first background around it that is not transparent.
 *
 * @returns {{ text: string, ratio: number }[]}
 */
export function contrasts() {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const linear = (channel) => (channel <= 10.31 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map(linear);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    if ((channels(color)[3] ?? 1) === 1) return color;
    if (element.parentElement === null) throw new Error('the page has no background of its own');
    return behind(element.parentElement);
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  return [...document.body.querySelectorAll('*')].filter(hasText).map((element) => {
    const [front, back] = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    return { text: element.textContent.slice(0, 40), ratio };
  });
}

/**
 * How wide the page is, and the box of its table that scrolls by itself; what there is to show, and what of it is shown.
 *
 * @returns {{ page: number[], box: number[] }}
 */
export function widths() {
  const box = document.querySelector('section');
  const { scrollWidth, clientWidth } = document.documentElement;
  return { page: [scrollWidth, clientWidth], box: [box.scrollWidth, box.clientWidth] };
}

/**
 * The names of all elements, and all attributes.
 *
 * @returns {{ elements: string[], attributes: string[] }}
 */
export function markup() {
  const all = [...document.querySelectorAll('*')];
  return {
    elements: [...new Set(all.map(({ localName }) => localName))].sort(),
    attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort(),
  };
}

/**
 * One property of how an element is drawn.
 *
 * @param {unknown} element
 * @param {string} property
 * @returns {string}
 */
export function styleOf(element, property) {
  return getComputedStyle(element)[property];
}
