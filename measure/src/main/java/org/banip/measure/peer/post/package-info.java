/**
 * One HTTP POST of JSON for each packet, the usual way of web developers.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: a few that post, Jetty's.
 */
@NullMarked
package org.banip.measure.peer.post;

import org.jspecify.annotations.NullMarked;
