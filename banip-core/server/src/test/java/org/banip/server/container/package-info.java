/** Servlet containers for the tests of the WARs: real ones, each with its own libraries only, whose logs are read. */
@NullMarked
package org.banip.server.container;

import org.jspecify.annotations.NullMarked;
