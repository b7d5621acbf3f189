import { editor as contract, type EditorAction } from '../../core/contract/editor.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { formatTime } from '../../core/domain/time.ts'
import { passLastsMs, passOf } from '../access/pass.ts'
import { type Ctx, whoOf } from '../context.ts'
import { asRefused } from '../http/answer.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { actions } from './editor/actions.ts'
import { editorConfig } from './editor/config.ts'

type Asked = Parsed<typeof contract.exec>

/** Does what an editor asks; what is refused is said in its own words, in `state`, for it shows nothing else. */
async function exec(ctx: Ctx, input: Asked): Promise<Record<string, unknown>> {
  const action: EditorAction = input.action ?? 'config'
  try {
    return await actions[action](ctx, input)
  } catch (error) {
    const { code, message } = asRefused(error)
    if (code === 'FAULT') throw error
    return { state: message }
  }
}

export const editor = implement(contract, {
  ueConfig: () => editorConfig,
  ueConfigPost: ownTransactions(exec),
  exec: ownTransactions(exec),
  pass: (ctx) => {
    const pass = passOf(ctx.parts, 'editor pass', whoOf(ctx).sessionId)
    return { pass, serverUrl: `${contract.exec.path}?pass=${pass}`, expiresAt: formatTime(ctx.now + passLastsMs) }
  },
})
