/** People have names and no titles. */
const people: readonly string[] = ['people', 'user', 'blacklist']

/** What a row is called in a question or a notice. */
export const titled = (area: string, name: string): string => (people.includes(area) ? name : `《${name}》`)
