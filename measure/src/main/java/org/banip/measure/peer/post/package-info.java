/**
 * One HTTP POST of JSON a packet: what a web developer would do first.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: a few that post, Jetty's.
 */
@NullMarked
package org.banip.measure.peer.post;

import org.jspecify.annotations.NullMarked;
