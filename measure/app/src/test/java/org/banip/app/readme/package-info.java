/** What README.md promises, done as it is printed there. */
@NullMarked
package org.banip.app.readme;

import org.jspecify.annotations.NullMarked;
