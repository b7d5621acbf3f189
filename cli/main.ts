import { main } from './process.ts'

const argv = process.argv.slice(2)

// the colour library knows no NO_COLOR; it is loaded later, by the command that draws
if (process.env.NO_COLOR || argv.includes('--no-color')) process.env.FORCE_COLOR = '0'

await main(argv)
