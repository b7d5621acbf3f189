/** Writes anchors while a server runs. */
export interface AnchorKeeper {
  /** Notes what the log is now, if it has grown. @returns what is wrong with it; null: nothing */
  note(): Promise<string | null>
  stop(): Promise<void>
}

/** What a running server knows of its log, for whoever asks how it is. */
export interface LogState {
  /** Why the log cannot be relied on, in words; null: nothing is known against it. */
  wrong: string | null
  /** Notes the anchors of this process, once it serves. */
  keeper?: AnchorKeeper
}
