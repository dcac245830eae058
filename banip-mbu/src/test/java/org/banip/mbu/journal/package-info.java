/** Tests of the durable spool's files. */
@NullMarked
package org.banip.mbu.journal;

import org.jspecify.annotations.NullMarked;
