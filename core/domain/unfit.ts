/** Characters that no text may hold: controls except line ends and tabs, and those that XML forbids even as entities. */
export const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/
const everyUnfit = new RegExp(unfit, 'g')

/** The text without them. */
export const withoutUnfit = (text: string): string => (unfit.test(text) ? text.replace(everyUnfit, '') : text)
