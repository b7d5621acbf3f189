import { fileStates, type SkinFileRow } from '../../../core/contract/template.ts'
import { foldersFirst } from '../../../core/domain/skin-files.ts'
import type { TreeKind, TreeNode } from '../../parts/tree/nodes.ts'
import { pathOf } from './calls.ts'

/** A file or folder of a skin in its tree; its id is its path. */
export interface FileNode extends TreeNode<FileNode> {
  readonly path: string
  readonly name: string
  readonly type: 'DIR' | 'FILE'
  /** None: a folder. */
  readonly row?: SkinFileRow
}

export const kind: TreeKind<FileNode> = {
  says: '文件',
  idOf: ({ path }) => path,
  parentOf: ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '0',
  nameOf: ({ name }) => name,
}

/** The files below a folder as a tree, folders first. */
export function treeOf(rows: readonly SkinFileRow[], folder = ''): FileNode[] {
  const inside = rows.filter(({ fileName }) => pathOf(fileName).startsWith(folder))
  const rest = (row: SkinFileRow) => pathOf(row.fileName).slice(folder.length).split('/')
  const folders = [...new Set(inside.filter((row) => rest(row).length > 1).map((row) => rest(row)[0] as string))]
  return foldersFirst<FileNode>([
    ...folders.map((name): FileNode => {
      const path = `${folder}${name}`
      return { path, name, type: 'DIR', children: treeOf(inside, `${path}/`) }
    }),
    ...inside
      .filter((row) => rest(row).length === 1)
      .map((row): FileNode => ({ path: pathOf(row.fileName), name: row.name, type: 'FILE', row, children: [] })),
  ])
}

/** What stands small behind a name: where it is no more as it was shipped. */
export const notes = ({ row }: FileNode): string[] =>
  row?.state === 'edited' || row?.state === 'own' || row?.state === 'gone' ? [fileStates[row.state]] : []
