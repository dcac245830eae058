/** The example component of docs/transcoders.md. It is not part of the product. Tests compile and run it so that the page is correct. */
package org.banip.transcoders.example;
