import { demoArticles } from '../server/demo/generate.ts'
import { writeLines } from './write-lines.ts'

/** `npm run demo-articles -- N [--out FILE]`: N believable articles as JSON lines, for imports and measurements. */
await writeLines('demo-articles', demoArticles)
