// The areas that have something on the site: one line for each, in any order. Lines that were added side by side are kept both (.gitattributes).
// biome-ignore-all assist/source/organizeImports: two lines that met stand in the order in which they came
// biome-ignore-all format: a line that is broken up would not survive that
export { announcement } from './areas/announcement.ts'
export { bulletin } from './areas/bulletin.ts'
export { questAnswer } from './areas/questAnswer.ts'
export { product, industrialProject, celebrity } from './areas/showcase.ts'
export { forum } from './areas/forum.ts'
export { periodical } from './areas/periodical.ts'
export { popula } from './areas/popula.ts'
export { special } from './areas/special.ts'
export { suggestion } from './areas/suggestion.ts'
export { mail } from './areas/mail.ts'
export { survey } from './areas/survey.ts'
export { apply } from './areas/apply.ts'
export { theme } from './areas/theme.ts'
export { llTheme } from './areas/llTheme.ts'
export { xaxTheme } from './areas/xaxTheme.ts'
export { proposal } from './areas/proposal.ts'
