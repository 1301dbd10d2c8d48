import cluster from "node:cluster"

const variable = "WORKER_NUMBER"

/** What a worker's environment says of its number. */
export const numbered = (number: number): Record<string, string> => ({ [variable]: `${number}` })

/**
 * The number of this process among the workers, from 1; null in a process that is none. The successor of one that died
 * has it too: Node's own ids grow with each start, and each would begin new series of metrics.
 */
export const workerNumber: number | null = cluster.isWorker ? Number(process.env[variable]) : null
