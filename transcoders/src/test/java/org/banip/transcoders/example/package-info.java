/** The component that docs/transcoders.md shows to whoever writes one: not shipped, compiled and run so that the page is true. */
package org.banip.transcoders.example;
