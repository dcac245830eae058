/**
 * A viewer of surrogate hosts in other processes: it lists BANs and shows one of them live.
 *
 * <p>Flows in: from a {@link org.banip.app.watch.LiveSource}, a host's list and server-sent events (docs/configuration.md, "Viewers"), or surrogates
 * that lookup services know and their events (docs/surrogates.md). Flows out: traces and figures for a terminal, or rows of samples. The events come
 * on a thread of the source's.
 */
@NullMarked
package org.banip.app.watch;

import org.jspecify.annotations.NullMarked;
