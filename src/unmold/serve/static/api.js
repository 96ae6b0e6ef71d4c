// Talks to the server: JSON in and out, errors as they say it, and a sign of life after 200 ms.

/**
 * What the server says when it refuses something.
 * @typedef {{title: string, status: number, detail: string, hint?: string}} Problem
 */

export class ProblemError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.status = problem.status;
    this.hint = problem.hint ?? "";
  }
}

const PATIENCE = 200; // Milliseconds; what is done sooner needs no sign.
let waiting = 0;

/**
 * Show that something is under way, but only if it takes a while.
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function working(work) {
  const line = document.getElementById("working");
  waiting += 1;
  const timer = setTimeout(() => {
    if (line) line.hidden = false;
  }, PATIENCE);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    waiting -= 1;
    if (line && waiting === 0) line.hidden = true;
  }
}

/**
 * @param {Response} answer
 * @returns {Promise<ProblemError>}
 */
export async function readProblem(answer) {
  try {
    const problem = await answer.json();
    return new ProblemError({ ...problem, status: answer.status });
  } catch {
    return new ProblemError({ title: answer.statusText, status: answer.status, detail: `the server answers ${answer.status}` });
  }
}

/** @param {unknown} error */
function explainSilence(error) {
  if (error instanceof ProblemError || (error instanceof DOMException && error.name === "AbortError")) return error;
  return new ProblemError({ title: "", status: 0, detail: "the server does not answer", hint: "is `unmold serve` still running?" });
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function ask(path, options = {}) {
  /** @type {Response} */
  let answer;
  try {
    answer = await working(fetch(path, { credentials: "same-origin", ...options }));
  } catch (error) {
    throw explainSilence(error);
  }
  if (!answer.ok) throw await readProblem(answer);
  return answer;
}

/**
 * @param {string} path below /api/v1
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function get(path, signal) {
  const answer = await ask(`/api/v1${path}`, { signal, headers: { Accept: "application/json" } });
  return answer.json();
}

/**
 * @param {string} path below /api/v1
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body, headers = {}, signal) {
  const answer = await ask(`/api/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  });
  return answer.json();
}
