/**
 * Serial executors: how the servers give each request and each interconnect one owner without a lock.
 *
 * <p>Flows in: tasks, from any thread. Flows out: the same tasks, one after another, on the threads of an executor or of the callers.
 */
@NullMarked
package org.banip.server.executor;

import org.jspecify.annotations.NullMarked;
