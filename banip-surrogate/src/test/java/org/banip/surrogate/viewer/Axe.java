package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Deque's axe-core: rules of the Web Content Accessibility Guidelines that a program can check. */
final class Axe {
    /** Levels A and AA of version 2.2, and what axe itself advises. */
    private static final String RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";

    private final Browser browser;
    private final String script;

    Axe(Browser browser) throws IOException {
        this.browser = browser;
        try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
            assertThat(in).as("axe.min.js").isNotNull();
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Checks the page as it is now by all rules. */
    void check(String what) throws InterruptedException {
        check(what, RULES);
    }

    /** Checks its colours only. */
    void checkColours(String what) throws InterruptedException {
        check(what, "['color-contrast', 'link-in-text-block']");
    }

    private void check(String what, String rules) throws InterruptedException {
        if (browser.evaluate("typeof axe").equals("undefined")) {
            browser.evaluate(script + "; ''");
        }
        String found = browser.promised(
                "axe.run(document, {runOnly: " + rules + ", resultTypes: ['violations']})"
                        + ".then(all => 'by ' + all.passes.length + ' rules' + all.violations.map(one => '\\n' + one.id + ': ' + one.help"
                        + " + one.nodes.map(node => '\\n  ' + node.html + '\\n    ' + node.failureSummary).join('')).join(''))");
        assertThat(found).as(what).matches("by [1-9][0-9]* rules");
    }
}
