/** No cell of a spreadsheet program holds a tenth of it: characters of one that is read. */
export const cellMost = 1_000_000

/** The most columns that a sheet has. */
export const columnsMost = 16_384
