import { demoLetters } from '../server/demo/generate-letters.ts'
import { writeLines } from './write-lines.ts'

/** `npm run demo-letters -- N [--out FILE]`: N believable letters to the mailbox as JSON lines, some with their answers, for imports and measurements. */
await writeLines('demo-letters', demoLetters)
