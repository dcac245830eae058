/**
 * HTTP on one connection, a request after the other. Everything runs on the connection's event loop.
 */
@NullMarked
package org.banip.gateway.http;

import org.jspecify.annotations.NullMarked;
