import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Files with a process each: browsers and whole stories, which hold much; and what looks at the memory, the rights or the time of its own process. */
const apart = [
  'tests/web/**',
  'tests/journeys/**',
  'tests/every/**',
  'tests/server/folder.test.ts',
  'tests/server/hostile-text.test.ts',
  'tests/server/picture-said.test.ts',
  'tests/server/work.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['tests/support/memory.ts', 'tests/support/postgres.ts'],
    pool: 'forks',
    // a file waits for its browser, server or terminal half of the time
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'apart',
          include: apart.map((files) => (files.endsWith('*') ? `${files}/*.test.{ts,tsx}` : files)),
        },
      },
      // the others share processes: what a file begins it ends
      {
        extends: true,
        test: { name: 'shared', include: ['tests/**/*.test.{ts,tsx}'], exclude: apart, isolate: false },
      },
    ],
  },
})
