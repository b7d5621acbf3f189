import { accessSync, constants } from 'node:fs'
import { isAbsolute } from 'node:path'
import { type Engine, encoderPackage, ownEngine } from '../voice/speak.ts'
import type { Port } from './port.ts'

/** What reads articles aloud. */
export interface VoicePort extends Port {
  /** What it is called. */
  readonly says: string
  readonly engine: Engine
}

const variable = 'XZX_VOICE_COMMAND'
/** An engine's breath takes a tenth of a second; with a model that must be loaded first some more. */
const breathMs = 60_000

/** Whether an optional package was installed. */
function isThere(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

const without = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `没有安装语音组件 ${names.join('、')}，不能生成语音：在程序目录运行 npm ci（不加 --omit=optional）后重启服务`

/** The program that the operator names: a JSON list, so that no shell reads it. @throws Error in words */
function commandFrom(given: string): readonly string[] {
  const wrong = (why: string) => new Error(`${variable} 应为 JSON 数组，如 ["/opt/tts/say","--voice","zh"]：${why}`)
  let list: unknown
  try {
    list = JSON.parse(given)
  } catch {
    throw wrong('不是 JSON')
  }
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string') || list.length === 0)
    throw wrong('其中应为一个或多个文本')
  const [program = ''] = list as string[]
  if (!isAbsolute(program)) throw wrong(`程序须写绝对路径，现为「${program}」`)
  return list as string[]
}

function mayRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The port as the environment says: XZX_VOICE_COMMAND is a better engine than the one that comes along. */
export function voiceFrom(env: NodeJS.ProcessEnv): VoicePort {
  const given = env.XZX_VOICE_COMMAND ?? ''
  const missing = (names: readonly string[]) => without(names.filter((name) => !isThere(name)))
  if (given === '')
    return { missing: missing([ownEngine, encoderPackage]), says: 'eSpeak NG', engine: { command: null, breathMs } }
  const command = commandFrom(given)
  const [program = ''] = command
  return {
    missing: mayRun(program) ? missing([encoderPackage]) : `语音程序 ${program} 不存在或不能运行（${variable}）`,
    says: program.split('/').at(-1) ?? program,
    engine: { command, breathMs },
  }
}
