/**
 * The study of HTTP versions: page loads and alarms over HTTP/1.1, HTTP/2 and HTTP/3, over a matrix of emulated links (docs/measuring.md).
 *
 * <p>Flows in: a matrix of links, transfers and repeats. Flows out: a row for each link, transfer and version, with confidence intervals. Each link has
 * a network, two processes and a thread of its own.
 */
@NullMarked
package org.banip.measure.http;

import org.jspecify.annotations.NullMarked;
