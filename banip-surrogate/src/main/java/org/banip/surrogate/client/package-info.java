/** The HTTP client by which a host asks others: for surrogate jars, and to tell contacts of alerts. */
@NullMarked
package org.banip.surrogate.client;

import org.jspecify.annotations.NullMarked;
