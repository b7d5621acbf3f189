import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/postgres.ts'],
    pool: 'forks',
    // a file waits for its browser, server or terminal half of the time; where nobody is there to look again, each gets the machine for itself
    ...(process.env.CI ? {} : { maxWorkers: Math.max(2, availableParallelism() - 1) }),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // what is late once on a busy machine is told apart from what is broken: .ci/run names what a second try saved
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 10_000 } },
  },
})
