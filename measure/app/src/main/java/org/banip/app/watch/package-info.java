/**
 * A viewer of a surrogate host in another process: it lists BANs and shows one of them live.
 *
 * <p>Flows in: the host's list and server-sent events (docs/configuration.md, "Viewers"). Flows out: traces and figures for a terminal,
 * or rows of samples. A {@link org.banip.app.watch.LiveStream} has a thread of its own.
 */
@NullMarked
package org.banip.app.watch;

import org.jspecify.annotations.NullMarked;
