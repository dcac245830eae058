package org.banip.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Classes of a package that depend on each other in a circle are one thing in several files: no circle has more than three. A nested class belongs to
 * the class around it.
 */
class ClassCirclesTest {
    private static final int ALLOWED = 3;

    @Test
    void noCircleInAPackageHasMoreThanThreeClasses() {
        Map<String, Set<String>> graph = new HashMap<>();
        for (JavaClass type : ModuleWallsTest.BANIP) {
            Set<String> used = graph.computeIfAbsent(outermost(type), name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> target.getPackageName().equals(type.getPackageName()))
                    .map(ClassCirclesTest::outermost)
                    .forEach(used::add);
        }
        assertThat(new Circles(graph).found())
                .filteredOn(circle -> circle.size() > ALLOWED)
                .isEmpty();
    }

    private static String outermost(JavaClass type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** The strongly connected components of a graph, by Tarjan's algorithm. */
    private static final class Circles {
        private final Map<String, Set<String>> graph;
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final List<Set<String>> found = new ArrayList<>();

        Circles(Map<String, Set<String>> graph) {
            this.graph = graph;
            for (String node : new TreeSet<>(graph.keySet())) {
                if (!index.containsKey(node)) {
                    visit(node);
                }
            }
        }

        List<Set<String>> found() {
            return found;
        }

        private void visit(String node) {
            int own = index.size();
            index.put(node, own);
            low.put(node, own);
            open.push(node);
            for (String next : graph.getOrDefault(node, Set.of())) {
                if (!index.containsKey(next)) {
                    visit(next);
                    low.merge(node, low.get(next), Math::min);
                } else if (open.contains(next)) {
                    low.merge(node, index.get(next), Math::min);
                }
            }
            if (low.get(node) == own) {
                close(node);
            }
        }

        private void close(String root) {
            Set<String> circle = new TreeSet<>();
            String node;
            do {
                node = open.pop();
                circle.add(node);
            } while (!node.equals(root));
            found.add(circle);
        }
    }
}
