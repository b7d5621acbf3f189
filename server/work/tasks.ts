/**
 * What can be done in a thread of its own, by name. Each is loaded by the thread that does it, so that one which cleans a text knows
 * nothing of databases.
 */
const tasks = {
  clean: async () => (await import('../clean.ts')).cleanHtml,
  page: async () => (await import('../site/preview.ts')).drawPage,
  trySkin: async () => (await import('../site/trial.ts')).trySkin,
  skinFields: async () => (await import('../site/trial.ts')).fieldsOfSkin,
  showTemplate: async () => (await import('../site/trial.ts')).showPage,
  backUp: async () => (await import('./back-up.ts')).backUpAside,
  checkLog: async () => (await import('./check-log.ts')).checkLogAside,
  lookThrough: async () => (await import('../words/lines.ts')).lookThrough,
  findPlaces: async () => (await import('../words/replacing.ts')).findPlaces,
  replacePlaces: async () => (await import('../words/replacing.ts')).replacePlaces,
  lookForPersonal: async () => (await import('../../core/words/hits.ts')).personalHits,
  lookForTraces: async () => (await import('../site/traces.ts')).lookForTraces,
  lookForLinks: async () => (await import('../site/links.ts')).linksOf,
  lookInFile: async () => (await import('../documents/look.ts')).lookInFile,
  unsafeIn: async () => (await import('../documents/unsafe.ts')).unsafeIn,
  planLog: async () => (await import('./archive-log.ts')).planLogAside,
  writeLog: async () => (await import('./archive-log.ts')).writeLogAside,
  checkArchived: async () => (await import('./archive-log.ts')).checkArchivedAside,
  find: async () => (await import('../search/tasks.ts')).find,
  findEach: async () => (await import('../search/tasks.ts')).findEach,
  holding: async () => (await import('../search/tasks.ts')).holding,
  findOnline: async () => (await import('../search/tasks.ts')).findOnline,
  alikeOnline: async () => (await import('../search/tasks.ts')).alikeOnline,
  titledOnline: async () => (await import('../search/tasks.ts')).titledOnline,
  extract: async () => (await import('../search/tasks.ts')).extract,
  feedOnline: async () => (await import('../search/tasks.ts')).feedOnline,
  indexState: async () => (await import('../search/tasks.ts')).indexState,
  endMaking: async () => (await import('../search/tasks.ts')).endMaking,
  piecesOf: async () => (await import('../voice/pieces.ts')).piecesOf,
  speak: async () => (await import('../voice/speak.ts')).speakAside,
  exportAside: async () => (await import('../exports/aside.ts')).exportAside,
  peopleSheet: async () => (await import('../areas/user/people-sheet.ts')).peopleSheet,
  takeIn: async () => (await import('../search/tasks.ts')).takeIn,
}

type Tasks = typeof tasks
type Work<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>
export type TaskName = keyof Tasks
/** What a task gets; it must survive being copied into the thread. */
export type TaskInput<N extends TaskName> = Parameters<Work<N>>[0]
export type TaskValue<N extends TaskName> = Awaited<ReturnType<Work<N>>>

/** Does a task, here. */
export async function doTask(task: TaskName, input: unknown): Promise<unknown> {
  const work = (await tasks[task]()) as (input: unknown) => unknown
  return work(input)
}
