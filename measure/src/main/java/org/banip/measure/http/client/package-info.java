/**
 * The client of the study of HTTP versions: it loads pages as a browser does, and posts alarms, on Netty.
 *
 * <p>Flows in: a protocol and a transfer. Flows out: the time that it took, after every byte has been checked. One event loop runs everything;
 * {@link org.banip.measure.http.client.HttpClient} may be called by any thread.
 */
@NullMarked
package org.banip.measure.http.client;

import org.jspecify.annotations.NullMarked;
