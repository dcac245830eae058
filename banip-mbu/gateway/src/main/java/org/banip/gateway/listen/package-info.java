/**
 * The listeners: bounds of connections, TLS, and the handlers of each connection.
 */
@NullMarked
package org.banip.gateway.listen;

import org.jspecify.annotations.NullMarked;
