/** What lies above every dialog, also one that stands in another one: a question about it, and above that the one for who asks. Notices lie above all (2010). */
export const above = { question: 1600, proof: 1700 } as const
