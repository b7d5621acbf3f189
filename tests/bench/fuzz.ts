import { spawnSync } from 'node:child_process'

/** 100,000 random requests: the sweeping test with a larger number (docs/rules.md, Security). */
export async function main(): Promise<void> {
  spawnSync('npx', ['--no-install', 'vitest', 'run', 'tests/every/fuzz.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, XZX_FUZZ: '100000' },
  })
}
