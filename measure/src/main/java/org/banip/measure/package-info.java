/** Test bed, command line and measurements; the only module that sees all others. */
@NullMarked
package org.banip.measure;

import org.jspecify.annotations.NullMarked;
