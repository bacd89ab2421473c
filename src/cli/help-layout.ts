import { Help, type HelpConfiguration } from 'commander';
import { indented } from '../report/layout.ts';

/** Largest share of the width that the names of flags may take; a longer name has a line of its own. */
const NAMES = 0.4;

/** Help in two columns that stays within its width, however narrow. */
export const helpLayout: HelpConfiguration = {
  minWidthToWrap: 1,
  padWidth(this: Help, command, helper) {
    const longest = Help.prototype.padWidth.call(this, command, helper);
    return Math.min(longest, Math.floor(widthOf(this) * NAMES));
  },
  formatItem(this: Help, term, termWidth, description) {
    const indent = termWidth + 4;
    const [first = '', ...rest] = indented(description, indent, widthOf(this));
    const name = `  ${term}`;
    const lines = term.length > termWidth ? [name, first, ...rest] : [name + first.slice(name.length), ...rest];
    return lines.map((line) => line.trimEnd()).join('\n');
  },
};

const widthOf = ({ helpWidth }: Help): number => helpWidth ?? 80;
