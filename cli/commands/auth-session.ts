import { ApiError } from '../../core/errors.ts'
import type { Config } from '../config/load.ts'
import type { Context } from '../context.ts'
import { CliError, exit, hintFor, usage } from '../errors.ts'
import { writeDone, writeOne } from '../output/write.ts'

/** The config, refusing to change a session that comes from XZX_TOKEN. */
async function ownConfig(ctx: Context): Promise<Config> {
  const config = await ctx.config()
  if (config.token?.origin === 'XZX_TOKEN')
    throw usage('当前令牌来自环境变量 XZX_TOKEN', '取消该变量（unset XZX_TOKEN）后再试')
  return config
}

const columns = [
  { field: 'server', title: '服务器' },
  { field: 'profile', title: '配置' },
  { field: 'userAccount', title: '账号' },
  { field: 'name', title: '姓名' },
  { field: 'kind', title: '会话', words: { person: '个人', script: '脚本' } },
  { field: 'keys', title: '权限' },
  { field: 'tokenFrom', title: '登录信息来自' },
  { field: 'issuedAt', title: '签发时间' },
  { field: 'expiresAt', title: '到期时间' },
]
const shape = { columns, usual: columns.map((c) => c.field), idField: 'userAccount' }

/** A reply of a call of our own, or null where the back end hasn't got it. */
async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'refused' || error.kind === 'other')) return null
    throw error
  }
}

/** Tells whether the stored session is good; exit 4 when it isn't. */
export async function status(ctx: Context): Promise<void> {
  const { values, profile, token, stored } = await ctx.config()
  if (!token)
    throw new CliError(exit.signedOut, '未登录', {
      code: 'NOT_SIGNED_IN',
      why: `配置 ${profile.value} 中没有 ${values.server.value} 的令牌`,
      hint: hintFor('NOT_SIGNED_IN', profile.value),
    })
  const auth = await ctx.client('auth')
  const person = await auth.info()
  const session = await orNull(auth.session())
  await writeOne(ctx, shape, {
    signedIn: true,
    server: values.server.value,
    profile: profile.value,
    userAccount: person?.userAccount ?? null,
    name: person?.name ?? null,
    kind: session?.kind ?? null,
    keys: session?.keys ?? (session?.kind === 'person' && ctx.format === 'table' ? '按本人的角色' : null),
    tokenFrom: token.origin,
    issuedAt: session?.createdAt ?? stored.issuedAt ?? null,
    expiresAt: session?.expiresAt ?? null,
  })
}

/** Ends the session on the server and forgets the token; the token is forgotten even when the server can't be told. */
export async function logout(ctx: Context): Promise<void> {
  const { store, profile, token } = await ownConfig(ctx)
  const forget = () => store.change(profile.value, { token: undefined, issuer: undefined, issuedAt: undefined })
  const done = (signedOut: boolean) => writeDone(ctx, { profile: profile.value, signedOut })
  if (!token) {
    ctx.note('本来就没有登录')
    return done(false)
  }
  try {
    await (await ctx.client('auth')).logout()
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'session')) throw error
  } finally {
    await forget()
  }
  ctx.note(ctx.flags.dryRun ? '试运行，没有退出登录' : '已退出登录')
  await done(true)
}
