import { contractFiles } from './contract.ts'
import { faceFiles } from './faces.ts'
import type { Names } from './names.ts'
import { serverFiles } from './server.ts'
import { testFiles } from './tests.ts'

/** All files of a new area, by their paths. */
export const filesOf = (names: Names): Readonly<Record<string, string>> => ({
  ...contractFiles(names),
  ...serverFiles(names),
  ...faceFiles(names),
  ...testFiles(names),
})
