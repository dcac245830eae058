/**
 * Which broker the MBU uses. In: the brokers that a source knows, and what links tell of the present one. Out: the broker for all links, and each
 * change of it. The thread {@code banip-brokers} asks the source, measures and decides; with a single broker there is no such thread.
 */
@NullMarked
package org.banip.mbu.broker;

import org.jspecify.annotations.NullMarked;
