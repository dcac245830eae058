package org.banip.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The launcher {@code banip} builds the modules of the command line without tests ({@code maven.test.skip}). Then no module has a jar of its
 * tests, so a module must not depend on one outside a profile that this property switches off.
 */
class LauncherBuildTest {
    private static final Path ROOT = Path.of(System.getProperty("banip.root"));
    /** The launcher builds no web archives. */
    private static final List<Path> NOT_BUILT =
            List.of(ROOT.resolve("wsb-proxy/war/pom.xml"), ROOT.resolve("banip-surrogate/war/pom.xml"));

    @Test
    void noModuleThatTheLauncherBuildsNeedsAJarOfTestsToBeBuilt() throws Exception {
        List<Path> poms;
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            poms = files.filter(
                            file -> file.endsWith("pom.xml") && !file.toString().contains("/target/"))
                    .filter(file -> !NOT_BUILT.contains(file))
                    .toList();
        }
        assertThat(poms).hasSizeGreaterThan(10);
        int testJars = 0;
        for (Path pom : poms) {
            NodeList types = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile())
                    .getElementsByTagName("type");
            for (int i = 0; i < types.getLength(); i++) {
                Element type = (Element) types.item(i);
                if (type.getTextContent().equals("test-jar") && !isManaged(type)) {
                    testJars++;
                    assertThat(isInProfileForTests(type))
                            .as(
                                    "%s: a dependency on a test-jar stands in a profile that !maven.test.skip activates",
                                    pom)
                            .isTrue();
                }
            }
        }
        assertThat(testJars).isGreaterThan(3);
    }

    private static boolean isManaged(Node type) {
        return hasAncestor(type, "dependencyManagement");
    }

    private static boolean isInProfileForTests(Node type) {
        for (Node node = type; node != null; node = node.getParentNode()) {
            if (node instanceof Element profile && profile.getTagName().equals("profile")) {
                return profile.getElementsByTagName("name")
                        .item(0)
                        .getTextContent()
                        .equals("!maven.test.skip");
            }
        }
        return false;
    }

    private static boolean hasAncestor(Node node, String name) {
        for (Node each = node; each != null; each = each.getParentNode()) {
            if (each.getNodeName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
