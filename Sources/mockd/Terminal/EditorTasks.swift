/// Files that make an editor run the daemon and show its problems.
enum EditorTasks {
    /// `.vscode/tasks.json`. The patterns fit the lines of `mockd watch --problems`.
    static let vscode = #"""
        {
            "version": "2.0.0",
            "tasks": [
                {
                    "label": "mockd watch",
                    "type": "process",
                    "command": "mockd",
                    "args": ["watch", "--problems", "${workspaceFolder}"],
                    "isBackground": true,
                    "runOptions": { "runOn": "folderOpen" },
                    "presentation": { "reveal": "never", "panel": "dedicated" },
                    "problemMatcher": {
                        "owner": "mockd",
                        "source": "mockd",
                        "fileLocation": ["autoDetect", "${workspaceFolder}"],
                        "pattern": {
                            "regexp": "^(.+?):(\\d+):(\\d+): (error|warning|note): (.*) \\[([a-z0-9-]+)\\]$",
                            "file": 1,
                            "line": 2,
                            "column": 3,
                            "severity": 4,
                            "message": 5,
                            "code": 6
                        },
                        "background": {
                            "activeOnStart": true,
                            "beginsPattern": "^mockd: checking$",
                            "endsPattern": "^mockd: checked, \\d[\\d,]* problems?$"
                        }
                    }
                }
            ]
        }

        """#
}
