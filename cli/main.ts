const argv = process.argv.slice(2)

// the colour library looks at this before anything else, and doesn't know NO_COLOR
if (process.env.NO_COLOR || argv.includes('--no-color')) process.env.FORCE_COLOR = '0'

// only now, because imports at the top would come first
const { main } = await import('./process.ts')
await main(argv)
