/**
 * The server of the study of HTTP versions: the same answers over HTTP/1.1, HTTP/2 and HTTP/3, on Netty.
 *
 * <p>Flows in: requests for objects of pages, and alarms. Flows out: answers. One event loop runs everything.
 */
@NullMarked
package org.banip.measure.http.server;

import org.jspecify.annotations.NullMarked;
