/** What the file system says, where it is the user's to mend. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: '没有这个文件或目录',
  EACCES: '没有权限',
  EPERM: '没有权限',
  EISDIR: '这是目录，不是文件',
  ENOTDIR: '路径中有一段不是目录',
  EEXIST: '文件已存在',
  ENOSPC: '磁盘空间不足',
  EDQUOT: '磁盘配额已用完',
  EFBIG: '超出允许的文件大小',
  EIO: '读写磁盘出错',
  EROFS: '文件系统是只读的',
  ENAMETOOLONG: '文件名过长',
}

/** A failure of the file system in words; null for any other. */
export const fileReason = (error: unknown): string | null =>
  reasons[(error as { code?: string } | null)?.code ?? ''] ?? null

/** The same failure under the name that the user gave: a failed write has none, an unfinished file has one of its own. */
export function ofFile(path: string, error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error
}

/** Does something with a file; its failures tell the file's name. */
export async function withFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw ofFile(path, error)
  }
}
