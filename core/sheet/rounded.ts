/** What a spreadsheet program leaves of a long number, in a cell or in the CSV that it writes: 1.30481E+17. */
const shortened = /^[+-]?\d(?:\.\d+)?E\+?[1-9]\d{1,2}$/i

/** Numbers from here on have more places than a spreadsheet program keeps (15): the rest has become noughts. */
const least = 1e15

/** A cell's number as text; one that has lost its last places says so by its form. */
export const numberText = (value: string): string => {
  const number = Number(value)
  return Number.isFinite(number) && Math.abs(number) >= least ? number.toExponential().toUpperCase() : value
}

/** Whether a text is what is left of a number that a spreadsheet program took for a sum, and how to keep the next one; null: it is not. */
export const roundedSays = (text: string): string | null =>
  shortened.test(text)
    ? `「${text}」被表格软件当作数字，末几位已经丢失：请把这一列的单元格格式设为「文本」，再重新填写`
    : null
