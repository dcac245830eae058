/**
 * One asynchronous request of a servlet: its body read without blocking, its end, and its refusal. {@code ErrorPage} answers where Tomcat does not
 * let the request answer.
 *
 * <p>Flows in: a container's request and callbacks. Flows out: the body's bytes to one sink at a time, and at most one answer. All that happens to a
 * request runs on its {@link org.banip.server.executor.SerialExecutor}, on the thread that brought the event, so the container never sees two
 * threads in a request, nor one in a request that it took back.
 */
@NullMarked
package org.banip.server.request;

import org.jspecify.annotations.NullMarked;
