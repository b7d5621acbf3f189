/** Characters that no text may hold: controls except line ends and tabs, and those that XML forbids even as entities. */
export const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/
const everyUnfit = new RegExp(unfit, 'g')

/** Signs that are not seen and turn the direction of the text around them: by one of them `gpj.exe` reads `exe.jpg`. */
export const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name on one line as people are shown it, without what no text may hold, what turns it around, and separators of lines. */
export const plainName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff\u2028\u2029]/gu, '')
    .replace(turning, '')
    .trim()

/** What is not seen and means nothing in a title: blanks without width, soft hyphens, letters that are only room. Signs that join letters or pictures stay. */
const unseen = /[\u00ad\u200b\u2060\u2800\u3164\ufeff\uffa0]/g

/** Nothing that is seen: blanks of all kinds, fillers, and marks without a letter. */
const nothingSeen = /^[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u
/** Whether a text looks empty, whatever it is made of. */
export const looksEmpty = (text: string): boolean => nothingSeen.test(text)

/** So many marks over one letter are of no writing: they cover the lines around it. */
const heap = /\p{M}{8}/u
export const hasHeap = (text: string): boolean => heap.test(text)

/** A title as it is kept: one line, blanks where lines ended, without signs that are not seen or turn the text around. */
export const plainLine = (title: string): string =>
  plainName(title.replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(unseen, ''))

/** The text without them. */
export const withoutUnfit = (text: string): string => (unfit.test(text) ? text.replace(everyUnfit, '') : text)
