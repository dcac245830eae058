/** Who gets what from which endpoint: the tables of docs/access.md, and the processes that are asked for them. */
@NullMarked
package org.banip.app.access;

import org.jspecify.annotations.NullMarked;
